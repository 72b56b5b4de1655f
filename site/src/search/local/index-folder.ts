/** The folder that the build writes the index to, below the site's base. */
export const INDEX_FOLDER = "search-index/";
