/** Style of the results page; see `dialog.ts` for why it is not a style sheet. */
export const PAGE_STYLE = `
.sp{--_p:var(--primary,#7ab7ff);--_bg:var(--bg,#0b0d14);--_s:var(--text-soft,#aeb5c8);--_l:var(--line,#262c3c);--_ll:var(--line-strong,#3c455c);--_tint:var(--tint,rgb(122 183 255/12%));--_r:var(--radius,10px)}
.sp h1{overflow-wrap:anywhere}
.sp q{quotes:"“" "”"}
.sp mark{background:none;color:inherit;font-weight:700;text-decoration:underline;text-decoration-color:var(--_p);text-decoration-thickness:2px;text-underline-offset:3px}
.sp-form{margin:28px 0 0}
.sp-form input{width:100%;height:56px;padding:0 18px;border:1px solid var(--_ll);border-radius:var(--radius-l,18px);background:var(--bg-raised,#181c28);color:inherit;font:inherit;font-size:1.125rem}
.sp-form input::placeholder{color:var(--_s);opacity:1}
.sp-count{min-height:1.65em;margin:12px 4px 8px;color:var(--_s);font-size:.875rem}
.sp :is(ol,ul){margin:0;padding:0;list-style:none}
.sp-results{transition:opacity .15s}
.sp-results[aria-busy=true]{opacity:.6}
.sp-results>li{padding:24px 4px;border-top:1px solid var(--_l)}
.sp-results h2{font-size:1.25rem}
.sp-results h2 a{display:inline-block;padding-block:2px}
.sp-crumbs{margin:0 0 4px;color:var(--_s);font-size:.8125rem}
.sp-snippet{margin:6px 0 0;color:var(--_s);font-size:.9375rem;overflow-wrap:anywhere}
.sp-results ul{margin-top:14px;padding-left:16px;border-left:2px solid var(--_l)}
.sp-results ul li+li{margin-top:12px}
.sp-results ul a{display:inline-block;min-height:24px;font-size:.9375rem;font-weight:600}
.sp-results ul .sp-snippet{margin-top:2px;font-size:.875rem}
.sp-more{padding:20px 0;color:var(--_s);text-align:center}
.sp .sd-notice{display:grid;justify-items:center;gap:12px;padding:40px 16px;text-align:center;color:var(--_s);overflow-wrap:anywhere}
.sp .sd-notice p{margin:0}
.sp .sd-notice-title{color:var(--text,#e9ebf3);font-size:1.125rem}
.sp .sd-picture{fill:none;stroke:var(--_ll);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.sp .sd-picture-glass{stroke:var(--_p);fill:var(--_bg);stroke-width:2.5}
.sp .sd-tries{display:flex;flex-wrap:wrap;justify-content:center;gap:8px}
.sp .sd-chip{min-height:36px;padding:6px 14px;border:1px solid var(--_ll);border-radius:18px;background:none;font-size:.875rem;line-height:1.5}
.sp .sd-chip:hover{border-color:var(--_p);background:var(--_tint);color:var(--_p)}
.sp .sd-action{min-height:44px;padding:0 20px;border:0;border-radius:var(--_r);background:var(--_p);color:var(--on-primary,#08101f);font-weight:600}
`;
