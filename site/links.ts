/** Where the project lives outside of this site. */
export const LINKS = {
  source: "https://github.com/toolhaven/toolhaven",
  chat: "https://discord.gg/toolhaven",
  video: "https://www.youtube.com/@toolhaven",
} as const;
