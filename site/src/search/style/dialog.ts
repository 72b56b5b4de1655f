/**
 * Style of the dialog, which comes with its script: a style sheet would go into the one file that every page loads
 * before it is shown. Colours and sizes are those of the site's `tokens.css`, with others where that is not there.
 */
export const DIALOG_STYLE = `
.sd{--_p:var(--primary,#7ab7ff);--_bg:var(--bg-raised,#181c28);--_page:var(--bg,#0b0d14);--_t:var(--text,#e9ebf3);--_s:var(--text-soft,#aeb5c8);--_l:var(--line,#262c3c);--_ll:var(--line-strong,#3c455c);--_tint:var(--tint,rgb(122 183 255/12%));--_tint2:var(--tint-strong,rgb(122 183 255/22%));--_r:var(--radius,10px);
position:fixed;inset:60px auto auto 50%;translate:-50% 0;display:none;flex-direction:column;width:min(800px,calc(100vw - 32px));max-width:none;max-height:min(692px,calc(100dvh - 92px));margin:0;padding:0;overflow:hidden;border:1px solid var(--_ll);border-radius:var(--radius-l,18px);background:var(--_bg);color:var(--_t);box-shadow:var(--shadow,0 12px 40px rgb(0 0 0/50%));font:400 1rem/1.5 var(--font,system-ui,sans-serif)}
.sd[open]{display:flex;animation:sd-in .16s var(--ease,ease-out)}
.sd::backdrop{background:var(--backdrop,rgb(4 6 12/68%));backdrop-filter:blur(3px)}
.sd :is(p,ul,ol,h3,h4,blockquote,pre){margin:0;padding:0}
.sd :is(ul,ol){list-style:none}
.sd button{border:0;background:none;color:inherit;font:inherit;cursor:pointer}
.sd a{color:inherit;text-decoration:none}
.sd q{quotes:"“" "”";overflow-wrap:anywhere}
.sd mark{background:none;color:var(--_p);font-weight:600;text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:3px}
.sd :focus-visible{outline:2px solid var(--_p);outline-offset:-2px;border-radius:6px}
.sd-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sd-icon{flex:none}
.sd-head{flex:none;display:flex;align-items:center;gap:4px;height:64px;padding:0 10px 0 18px;border-bottom:1px solid var(--_l)}
.sd-head>.sd-button:first-child{margin-left:-10px}
.sd-glass{display:grid;margin-right:8px;color:var(--_p)}
.sd-glass[data-busy=true]{animation:sd-pulse 1s .25s ease-in-out infinite}
.sd .sd-field{flex:1;min-width:0;height:100%;padding:0;border:0;outline:0;background:none;color:inherit;font:inherit;font-size:1.125rem}
.sd-field::placeholder{color:var(--_s);opacity:1}
.sd-head:has(.sd-field:focus-visible){box-shadow:inset 0 -2px var(--_p)}
.sd .sd-clear{height:40px;padding:0 10px;border-radius:var(--_r);color:var(--_s);font-size:.875rem;white-space:nowrap}
.sd .sd-clear:hover{color:var(--_t);background:var(--_tint)}
.sd-rule{width:1px;height:24px;margin:0 4px;background:var(--_l)}
.sd .sd-button{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:var(--_r);color:var(--_s)}
.sd .sd-button:hover{background:var(--_tint);color:var(--_t)}
.sd-body{flex:1 1 auto;min-height:0;overflow:hidden auto;overscroll-behavior:contain;padding:8px 12px 12px;scroll-padding:44px 0 12px;scrollbar-width:thin;scrollbar-color:var(--_ll) transparent}
.sd-empty{padding:52px 0 56px!important;text-align:center;color:var(--_s)}
.sd-label{position:sticky;z-index:1;top:-8px;padding:14px 12px 6px;background:linear-gradient(var(--_bg) 80%,transparent);color:var(--_p);font:600 .8125rem/1.4 var(--mono,monospace);letter-spacing:.04em}
.sd .sd-row{position:relative;display:flex;align-items:center;gap:14px;width:100%;min-height:44px;padding:8px 12px;border-radius:var(--_r);text-align:left}
.sd-row>.sd-icon:first-child{color:var(--_s)}
.sd-row>.sd-icon:last-child:not(:first-child){visibility:hidden;color:var(--_p)}
.sd-row:is([aria-selected=true],[data-active=true] .sd-row){background:var(--_tint2)}
.sd-row[aria-selected=true]>.sd-icon{visibility:visible!important;color:var(--_p)!important}
.sd-lines{flex:1;min-width:0;display:block}
.sd-line{display:block;flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sd-title{font-weight:600}
.sd-crumbs{margin-left:10px;color:var(--_s);font-size:.8125rem}
.sd-snippet{min-height:1.5em;color:var(--_s);font-size:.875rem}
.sd-snippet:empty::before{content:" "}
.sd .sd-nested{width:calc(100% - 34px);margin-left:34px;padding-block:6px}
.sd-nested::before{content:"";position:absolute;left:-12px;top:-4px;bottom:0;border-left:1px solid var(--_ll)}
.sd-nested::after{content:"";position:absolute;left:-12px;top:50%;width:10px;border-top:1px solid var(--_ll)}
.sd-nested:last-child::before{bottom:50%}
.sd .sd-ask{margin-top:4px;background:var(--_tint)}
.sd-ask>.sd-icon:first-child{color:var(--accent,var(--_p))}
.sd-ask q{font-weight:600}
.sd-saved{display:flex;align-items:center;border-radius:var(--_r)}
.sd-saved[data-active=true]{background:var(--_tint2)}
.sd-saved .sd-row{background:none!important}
.sd-cell{flex:1;min-width:0}
.sd-all{padding:14px 12px 4px!important}
.sd-all a,.sd-notice a,.sd-answer a{color:var(--_p);text-decoration:underline;text-underline-offset:.2em;text-decoration-thickness:1px}
.sd-notice{display:grid;justify-items:center;gap:12px;padding:32px 16px 36px;text-align:center;color:var(--_s);overflow-wrap:anywhere}
.sd-notice-title{color:var(--_t);font-size:1.125rem}
.sd-picture{fill:none;stroke:var(--_ll);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.sd-picture-glass{stroke:var(--_p);fill:var(--_bg);stroke-width:2.5}
.sd-tries{display:flex;flex-wrap:wrap;justify-content:center;gap:8px}
.sd .sd-chip{display:inline-block;min-height:36px;padding:6px 14px;border:1px solid var(--_ll);border-radius:18px;color:var(--_t);font-size:.875rem;line-height:1.5}
.sd .sd-chip:hover{border-color:var(--_p);background:var(--_tint);color:var(--_p)}
.sd .sd-action{min-height:44px;padding:0 20px;border-radius:var(--_r);background:var(--_p);color:var(--on-primary,#08101f);font-weight:600}
.sd .sd-action:hover{background:var(--primary-strong,#a0cbff)}
.sd-foot{flex:none;display:flex;flex-wrap:wrap;gap:4px 20px;padding:11px 20px!important;border-top:1px solid var(--_l);background:var(--bg-soft,#11141d);color:var(--_s);font-size:.8125rem}
.sd-foot li{display:flex;align-items:center;gap:6px}
.sd kbd{display:inline-grid;place-items:center;min-width:24px;height:22px;padding:0 5px;border:1px solid var(--_ll);border-radius:6px;background:var(--_page);color:var(--_s);font:500 .6875rem/1 var(--mono,monospace)}
.sd kbd .sd-icon{width:13px;height:13px}
@media (hover:none) and (pointer:coarse){.sd-foot{display:none}}
@media (max-width:768px){.sd{inset:0;translate:none;width:100vw;height:100dvh;max-height:none;border:0;border-radius:0;padding-bottom:env(safe-area-inset-bottom)}.sd-body{padding-inline:8px}.sd-head{padding-left:14px}.sd .sd-clear{padding:0 6px}.sd-crumbs,.sd-row>.sd-icon:last-child:not(:first-child){display:none}.sd .sd-nested{width:calc(100% - 22px);margin-left:22px}}
@media (max-width:480px){.sd-foot{display:none}.sd-rule{display:none}}
@media (forced-colors:active){.sd-row[aria-selected=true],.sd-saved[data-active=true]{outline:2px solid Highlight;outline-offset:-2px}}
@keyframes sd-in{from{opacity:0;transform:translateY(-6px)}}
@keyframes sd-pulse{50%{opacity:.45}}
@media (prefers-reduced-motion:reduce){.sd,.sd *{animation:none!important}}
.sd-talk{padding:8px 8px 4px}
.sd-disclaimer{padding-bottom:12px!important;color:var(--_s);font-size:.8125rem}
.sd-exchange{padding-bottom:24px;scroll-margin-top:8px}
.sd-exchange+.sd-exchange{padding-top:20px;border-top:1px solid var(--_l)}
.sd-exchange h3{margin-bottom:12px;font-size:1.25rem;font-weight:650;line-height:1.3;overflow-wrap:anywhere}
.sd-progress{color:var(--_s);font-size:.875rem}
.sd-progress p{display:flex;align-items:center;gap:8px;padding-bottom:10px}
.sd-progress p{white-space:nowrap}.sd-progress .sd-icon{width:16px;height:16px}
.sd-progress q{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sd-pulse{animation:sd-pulse 1.2s ease-in-out infinite}
.sd-answer{overflow-wrap:anywhere}
.sd-answer>*+*{margin-top:12px!important}
.sd-answer h4{font-size:1.0625rem}
.sd-answer :is(ul,ol){padding-left:1.4em}
.sd-answer ul{list-style:disc}
.sd-answer ol{list-style:decimal}
.sd-answer li+li{margin-top:4px}
.sd-answer code{padding:1px 5px;border-radius:5px;background:var(--code-bg,#10131c);font:.875em/1.5 var(--mono,monospace)}
.sd-answer blockquote{padding:2px 0 2px 16px;border-left:3px solid var(--_p);color:var(--_s)}
.sd-answer blockquote>*+*{margin-top:8px}
.sd-code{position:relative}
.sd-code pre{padding:14px 16px;overflow:auto;border:1px solid var(--_l);border-radius:var(--_r);background:var(--code-bg,#10131c)}
.sd-code code{padding:0;background:none}
.sd-code .sd-tool{position:absolute;top:6px;right:6px;background:var(--code-bg,#10131c)}
.sd-tools{display:flex;align-items:center;gap:4px;min-height:40px;margin-top:12px;color:var(--_s)}
.sd .sd-tool{display:inline-flex;align-items:center;gap:8px;min-height:40px;padding:0 12px;border-radius:var(--_r);color:var(--_s);font-size:.875rem}
.sd .sd-tool:hover{background:var(--_tint);color:var(--_t)}
.sd-tool .sd-icon{width:16px;height:16px}
.sd-sources{margin-top:12px}
.sd-sources p{padding-bottom:8px;color:var(--_s);font-size:.8125rem;font-weight:600}
.sd-sources ul{display:flex;flex-wrap:wrap;gap:8px}
.sd-failed{display:grid;justify-items:start;gap:12px;color:var(--_s)}
.sd-failed strong{color:var(--_t)}
`;
