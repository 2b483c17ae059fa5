import { pageStyle } from './page-style.ts'

type Extras = { style?: string; script?: string }

/** A page that says it is a stand-in's; `house` is whose place it takes. */
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
