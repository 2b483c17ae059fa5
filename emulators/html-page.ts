type Extras = { style?: string; script?: string }

/** Renders a page that is marked as local; `house` is the emulated service. */
export function renderPage(house: string, title: string, content: string, { style = '', script }: Extras = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${house}</title>
  <link rel="icon" href="data:,">
  <style>${pageStyle}${style}</style>
</head>
<body>
  <main>
    <p class="mark">Local stand-in</p>
    <h1>${title}</h1>
    ${content}
  </main>
  ${script ? `<script>${script}</script>` : ''}
</body>
</html>`
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const pageStyle = `
  :root {
    --ground: light-dark(#f4f4f1, #131417);
    --sheet: light-dark(#ffffff, #1c1e22);
    --line: light-dark(#d9d9d4, #34373d);
    --ink: light-dark(#1b1c1e, #ececec);
    --quiet: light-dark(#5b5d61, #a5a8ae);
    --mark: light-dark(#8a4b00, #f0b45f);
    --mark-ground: light-dark(#fdf1dc, #33270f);
    --hover: light-dark(#f2f2ee, #26292e);
    --focus: light-dark(#1f5fd0, #8ab4ff);
    --problem: light-dark(#b3261e, #ff8f86);
    color-scheme: light dark;
  }
  * { box-sizing: border-box; margin: 0 }
  body {
    min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 416px); place-content: center; padding: 16px;
    background: var(--ground); color: var(--ink); font: 14px/20px system-ui, sans-serif;
  }
  main {
    padding: clamp(20px, 6vw, 32px); border: 1px solid var(--line); border-radius: 12px;
    background: var(--sheet);
  }
  .mark {
    display: inline-block; padding: 2px 8px; border-radius: 4px; background: var(--mark-ground); color: var(--mark);
    font-size: 12px; font-weight: 600;
  }
  h1 { margin: 12px 0 8px; font-size: 22px; line-height: 28px; font-weight: 650 }
  p { color: var(--quiet) }
  p:has(a) { margin-top: 12px }
  a { color: var(--focus) }
  ul { list-style: none; padding: 0; margin-top: 24px; display: grid; gap: 16px }
  li p, .other > p { margin-top: 4px; font-size: 13px }
  button, input {
    min-height: 44px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: var(--ink);
    font: inherit;
  }
  button { padding: 0 16px; font-weight: 600; cursor: pointer }
  button:hover { background: var(--hover) }
  li button, .single { width: 100%; text-align: left; overflow-wrap: anywhere }
  .single { margin-top: 16px; text-align: center }
  :is(button, input, a):focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
  .other { margin-top: 24px; padding-top: 24px; border-top: 1px solid var(--line) }
  .other label { display: block; margin-bottom: 8px; font-weight: 600 }
  .other div { display: flex; gap: 8px }
  .other input { flex: 1; min-width: 0; padding: 0 12px; font-size: 16px }
  #problem { color: var(--problem) }
  fieldset { margin: 24px 0 16px; padding: 0; border: 0; display: grid; gap: 8px }
  legend { padding: 0; margin-bottom: 8px; font-weight: 600 }
  fieldset label {
    display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 10px 12px; border: 1px solid var(--line);
    border-radius: 8px; font-weight: 600; overflow-wrap: anywhere; cursor: pointer;
  }
  fieldset label:hover { background: var(--hover) }
  fieldset label:has(:checked) { border-color: var(--focus); box-shadow: inset 0 0 0 1px var(--focus) }
  input[type='radio'] { min-height: 0; width: 16px; height: 16px; margin: 0; flex: none; accent-color: var(--focus) }
  small { display: block; color: var(--quiet); font-size: 13px; font-weight: 400 }
  .choice { display: flex; gap: 8px; margin-top: 24px }
  .choice button { flex: 1 }
  .primary { border-color: transparent; background: var(--ink); color: var(--sheet) }
  .primary:hover { background: var(--quiet) }
`
