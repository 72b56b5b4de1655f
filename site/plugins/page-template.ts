/**
 * The document around each page. The client script is not named as a script: the early script loads it when a reader
 * shows up (`src/early/client.ts`).
 */
export const PAGE_TEMPLATE = `
<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <% if (it.noIndex) { %><meta name="robots" content="noindex, nofollow"><% } %>
    <% it.metaAttributes.forEach((metaAttribute) => { %><%~ metaAttribute %><% }); %>
    <%~ it.headTags %>
    <% it.stylesheets.forEach((sheet) => { %><link rel="stylesheet" href="<%= it.baseUrl %><%= sheet %>"><% }); %>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <script id="client" type="text/plain" data-base-url="<%= it.baseUrl %>" data-scripts="<%= it.scripts.map((script) => it.baseUrl + script).join(" ") %>"></script>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
