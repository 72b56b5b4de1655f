/** The page's only style. Its hash stands in the Content-Security-Policy, so it is put into the page as it is. */
export const STYLE = `
:root {
  --page: #fbfcfd; --panel: #fff; --edge: #e1e7ed; --text: #17232f; --soft: #566675; --link: #0b63a8;
  --code: #f0f4f8; --shell: #10202e; --shell-text: #dbe7f1; --accent: #0e7c86;
  --get: #0b7a4b; --post: #0b63a8; --put: #93590a; --delete: #b3261e;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "Source Code Pro", Menlo, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e151c; --panel: #131c25; --edge: #253341; --text: #dde6ee; --soft: #93a4b4; --link: #74b9f2;
    --code: #1b2733; --shell: #080d12; --shell-text: #cddbe7; --accent: #4cc3cd;
    --get: #57c994; --post: #74b9f2; --put: #e0ab5c; --delete: #f28b82;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body {
  margin: 0; background: var(--page); color: var(--text); display: grid; grid-template-columns: 18rem minmax(0, 1fr);
  font: 0.9375rem/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
a { color: var(--link); text-underline-offset: 0.2em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.84em; }
code { background: var(--code); border-radius: 4px; padding: 0.12em 0.35em; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, dl, dd { margin: 0; }
ul { list-style: none; padding: 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; background: var(--panel); padding: 0.5rem 1rem; }

nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.75rem 1.25rem 3rem; border-right: 1px solid var(--edge); background: var(--panel); }
nav a { color: inherit; text-decoration: none; }
.brand { font-weight: 650; font-size: 1.0625rem; letter-spacing: -0.01em; }
.version { color: var(--soft); font: 0.75rem var(--mono); margin-bottom: 1.5rem; }
.tag { display: block; margin: 1.25rem 0 0.25rem; font-size: 0.75rem; font-weight: 650; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); }
nav ul ul a { display: flex; align-items: baseline; gap: 0.5rem; padding: 0.2rem 0.5rem; margin: 0 -0.5rem; border-radius: 5px; font-size: 0.8125rem; line-height: 1.4; }
nav a:hover { background: var(--code); }
.tag:hover { color: var(--text); }
nav .method { flex: 0 0 2.6rem; font-size: 0.625rem; }

.method { font: 700 0.72rem var(--mono); letter-spacing: 0.03em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }

main { min-width: 0; padding: 3rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 84rem; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { font-size: 1.375rem; letter-spacing: -0.01em; line-height: 1.3; }
h3 { font-size: 1.0625rem; line-height: 1.4; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover::after { content: " #"; color: var(--soft); }
h4 { font-size: 0.75rem; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); margin: 1.5rem 0 0.25rem; }
.lead { color: var(--soft); max-width: 44rem; margin-top: 0.375rem; }
header h2 { font-size: 0.9375rem; margin: 2rem 0 0.5rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1px; margin-top: 1.75rem; background: var(--edge); border: 1px solid var(--edge); border-radius: 10px; overflow: hidden; }
.facts div { background: var(--panel); padding: 0.9rem 1.1rem; }
.facts dt { font-size: 0.75rem; color: var(--soft); }
section { margin-top: 4.5rem; }
section > h2 { padding-top: 1.5rem; border-top: 2px solid var(--accent); }

.call { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 31rem); gap: 2.5rem; padding: 2.25rem 0; border-bottom: 1px solid var(--edge); }
.call:target h3 a, .schema:target h3 a { color: var(--accent); }
.line { margin: 0.25rem 0 0.75rem; }
.line i, i { font-style: normal; color: var(--accent); }
.shows pre { position: sticky; top: 1.5rem; }
pre { margin: 0; padding: 1rem 1.1rem; border-radius: 10px; background: var(--shell); color: var(--shell-text); line-height: 1.55; overflow-x: auto; font-size: 0.78rem; }
.fields > div { padding: 0.6rem 0; border-top: 1px solid var(--edge); }
.fields > div:first-child { border-top: 0; }
.fields dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.6rem; }
.fields dt > code { background: none; padding: 0; font-weight: 600; }
.fields dt span { color: var(--soft); font-size: 0.8125rem; }
.fields em { font-style: normal; font-size: 0.6875rem; color: var(--put); }
.fields dd { color: var(--soft); font-size: 0.875rem; }
small { font-size: 0.8125rem; white-space: nowrap; }
.answers li { display: flex; gap: 0.75rem; padding: 0.2rem 0; }
.status { font: 600 0.8125rem/1.9 var(--mono); }
.s2 { color: var(--get); } .s4 { color: var(--put); } .s5 { color: var(--delete); }
.schema { padding: 1.75rem 0; border-bottom: 1px solid var(--edge); max-width: 48rem; }
.schema h3 { font-family: var(--mono); font-size: 0.9375rem; }
.schema > p, .schema > dl, .schema > pre { margin-top: 0.5rem; }

@media (max-width: 72rem) { .call { grid-template-columns: minmax(0, 1fr); gap: 1.25rem; } .shows pre { position: static; } }
@media (max-width: 52rem) {
  html { scroll-padding-top: 4.5rem; }
  body { display: block; }
  nav { z-index: 1; max-width: 100vw; height: auto; display: flex; align-items: center; gap: 1rem; padding: 0.75rem 1.25rem; overflow-x: auto; border-right: 0; border-bottom: 1px solid var(--edge); }
  nav > ul { display: flex; gap: 1rem; }
  nav ul ul, .version { display: none; }
  nav .tag { margin: 0; padding: 0.25rem 0; letter-spacing: 0; text-transform: none; font-size: 0.8125rem; white-space: nowrap; }
  .brand { white-space: nowrap; }
  main { padding-top: 2rem; }
  h1 { font-size: 1.625rem; }
}
@media print { nav { display: none; } body { display: block; } }
`;
