/** The one stylesheet of the pages. It needs no script, no fonts and no images, and follows the browser's color scheme. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f6f4, #17181b);
  --card: light-dark(#fff, #212327);
  --text: light-dark(#1d1f23, #e9eaec);
  --soft: light-dark(#5a5f68, #a9aeb8);
  --line: light-dark(#d8d9d6, #3b3e45);
  --edge: light-dark(#82868e, #7d828c);
  --accent: light-dark(#24564a, #8fd0bd);
  --on-accent: light-dark(#fff, #10231d);
  --bad: light-dark(#a3221b, #ff9d94);
  --bad-soft: light-dark(#fdeceb, #3d2322);
  --good-soft: light-dark(#e7f1ee, #1f322c);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--text); }
a { color: var(--accent); text-underline-offset: .2em; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem 1rem; background: var(--card); z-index: 1; }
body > header { background: var(--card); border-bottom: 1px solid var(--line); }
body > header > div { max-width: 64rem; margin: 0 auto; padding: .75rem 1rem; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
body > header a { color: inherit; text-decoration: none; }
body > header a:hover, body > header a[aria-current] { text-decoration: underline; }
.brand { font-weight: 650; margin-right: auto; }
body > header nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
main { width: 100%; max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; flex: 1; overflow-wrap: anywhere; }
main.wide { max-width: 64rem; }
h1 { font-size: 1.625rem; line-height: 1.2; margin: .5rem 0 1rem; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: 0 0 .75rem; }
.soft { color: var(--soft); }
.small { font-size: .875rem; }
.card, form.card, fieldset { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem; min-width: 0; }
main:not(.wide) > form:not(.bare) { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; }
fieldset fieldset { padding: .25rem 0 0; border: 0; border-radius: 0; margin: 1rem 0 0; }
main:not(.wide) > form > fieldset { padding: 1rem 0 0; border-width: 1px 0 0; border-radius: 0; margin: 1rem 0 0; }
form + p, form + form { margin-top: 1rem; }
legend { font-weight: 650; font-size: 1.125rem; padding: 0; float: left; width: 100%; margin: 0 0 .5rem; }
legend + * { clear: both; }
fieldset fieldset legend { font-size: 1rem; font-weight: 600; margin-bottom: .25rem; }
label, .label { display: block; margin-top: .875rem; font-weight: 600; }
.hint { display: block; font-weight: 400; font-size: .875rem; color: var(--soft); }
.choice { display: flex; gap: .625rem; align-items: flex-start; margin: 0; padding: .375rem 0; }
.choice label { margin: 0; font-weight: inherit; flex: 1; }
.choice input { width: 1.125rem; height: 1.125rem; margin: .1875rem 0 0; accent-color: var(--accent); flex: none; }
input:not([type=checkbox], [type=radio]), select, textarea {
  width: 100%; margin-top: .25rem; padding: .5625rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: .5rem;
}
textarea { min-height: 6rem; resize: vertical; }
[aria-invalid=true] { border-color: var(--bad) !important; border-width: 2px !important; }
.error { display: block; color: var(--bad); font-size: .875rem; margin: .25rem 0 0; }
.short { display: block; width: 6rem !important; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0 1rem; }
button, .button {
  display: inline-block; min-height: 2.75rem; margin: 1rem .5rem 0 0; padding: .5rem 1.25rem; font: inherit; font-weight: 600; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; cursor: pointer;
}
button.plain, .button.plain { color: var(--accent); background: transparent; }
button.link { min-height: 0; margin: 0; padding: 0; color: var(--accent); background: none; border: 0; text-decoration: underline; text-underline-offset: .2em; }
button:hover, .button:hover { filter: brightness(1.08); }
button.whole { width: 100%; margin-right: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert], .notice { padding: .75rem 1rem; border-radius: .5rem; border-left: .25rem solid var(--bad); background: var(--bad-soft); margin: 0 0 1rem; }
.notice { border-color: var(--accent); background: var(--good-soft); }
[role=alert] ul { margin: .25rem 0 0; padding-left: 1.25rem; }
dl { margin: 0 0 .5rem; display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .25rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; }
table { width: 100%; border-collapse: collapse; margin: 0 0 .5rem; }
caption { text-align: left; font-weight: 650; font-size: 1.125rem; padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .4375rem .75rem .4375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .875rem; }
tr > :last-child { text-align: right; padding-right: 0; white-space: nowrap; overflow-wrap: normal; }
tfoot th, tfoot td { border-bottom: 0; }
tr.total > * { font-weight: 650; font-size: 1.125rem; border-top: 1px solid var(--line); }
.columns { display: grid; gap: 1rem; align-items: start; }
.list { list-style: none; margin: 0; padding: 0; }
.list > li { padding: .875rem 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; }
.list > li:first-child { padding-top: 0; }
.list > li:last-child { border-bottom: 0; padding-bottom: 0; }
.tiles { list-style: none; margin: 0 0 1.5rem; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: 1rem; }
.tiles img, .product img { width: 100%; height: auto; aspect-ratio: 1; object-fit: cover; border-radius: .75rem; display: block; background: var(--line); }
.tiles a { display: block; margin-top: .5rem; font-weight: 600; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem .5rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.tabs a { display: block; padding: .375rem .75rem; border-radius: .5rem; text-decoration: none; }
.tabs a[aria-current] { background: var(--accent); color: var(--on-accent); }
.ticket { display: grid; gap: 1rem; grid-template-columns: 1fr auto; align-items: start; }
.ticket svg { width: 8.5rem; height: 8.5rem; border-radius: .5rem; display: block; }
code { font-family: ui-monospace, monospace; font-size: .9375em; }
body > footer { max-width: 64rem; width: 100%; margin: 0 auto; padding: 1rem; font-size: .8125rem; color: var(--soft); }
body > footer p { margin: 0; }
@media (min-width: 48rem) {
  .columns { grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); gap: 1.5rem; }
  .product { grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); }
  main { padding-top: 2.5rem; }
}
@media (max-width: 24rem) { .ticket { grid-template-columns: 1fr; } }
@media print {
  body > header, body > footer, form, .screen { display: none; }
  body { background: none; } .card { break-inside: avoid; }
}
`;
