import { escapeHtml, plainPage } from './html.ts'

type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: unknown
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The OpenAPI document as a page for people: one line per call, which unfolds into its shapes. */
export function docsPage(document: object, nonce: string): string {
  const { info, paths } = document as {
    info: { title: string; version: string; description?: string }
    paths?: Record<string, Partial<Record<(typeof methods)[number], Operation>>>
  }
  const sections = new Map<string, string[]>()
  for (const [path, item] of Object.entries(paths ?? {})) {
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const tag = operation.tags?.[0] ?? 'operations'
      sections.set(tag, [...(sections.get(tag) ?? []), operationHtml(method, path, operation)])
    }
  }
  const body = [
    `<h1>${escapeHtml(info.title)} <span class="muted">${escapeHtml(info.version)}</span></h1>`,
    `<p>${escapeHtml(info.description ?? '')}</p>`,
    '<p class="muted">The same for machines: <a href="/api/openapi.json">/api/openapi.json</a></p>',
    ...[...sections].map(([tag, operations]) => `<h2>${escapeHtml(tag)}</h2>${operations.join('')}`),
  ].join('')
  return plainPage({ title: 'API', nonce, body, width: '52rem' })
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const reply = Object.entries(operation.responses ?? {}).map(
    ([status, { content }]) => [`Reply ${status}`, schemaOf(content)] as const,
  )
  const parts = [
    ['Access', operation.description?.replace('Access: ', '')],
    ['Parameters', operation.parameters],
    ['Body', schemaOf(operation.requestBody?.content)],
    ...reply,
  ] as const
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span class="muted">${escapeHtml(
    operation.summary ?? '',
  )}</span></summary>${parts
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => `<h3>${title}</h3><pre>${escapeHtml(shown(value))}</pre>`)
    .join('')}</details>`
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
const schemaOf = (content: Record<string, { schema?: unknown }> | undefined) => Object.values(content ?? {})[0]?.schema
