import { escapeHtml, plainPage } from './html.ts'

type Content = Record<string, { schema?: unknown; example?: unknown }>
type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: unknown
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content }>
  'x-codeSamples'?: { source: string }[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

type Document = {
  info: { title: string; version: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Partial<Record<(typeof methods)[number], Operation>>>
}

/** The OpenAPI document as a page for people: one line per call, which unfolds into its shapes. */
export function docsPage(document: object, nonce: string): string {
  const { info, tags = [], paths } = document as Document
  const sections = new Map<string, string[]>(tags.map(({ name }) => [name, []]))
  for (const [path, item] of Object.entries(paths ?? {})) {
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const tag = operation.tags?.[0] ?? 'operations'
      sections.set(tag, [...(sections.get(tag) ?? []), operationHtml(method, path, operation)])
    }
  }
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]))
  const body = [
    `<h1>${escapeHtml(info.title)} <span class="muted">${escapeHtml(info.version)}</span></h1>`,
    `<p>${escapeHtml(info.description ?? '')}</p>`,
    '<p class="muted">The same for machines: <a href="/api/openapi.json">/api/openapi.json</a></p>',
    ...[...sections].map(([tag, operations]) => sectionHtml(tag, descriptions.get(tag), operations)),
  ].join('')
  return plainPage({ title: 'API', nonce, body, width: '52rem' })
}

const sectionHtml = (tag: string, description: string | undefined, operations: string[]) =>
  `<h2>${escapeHtml(tag)}</h2>${description ? `<p>${escapeHtml(description)}</p>` : ''}${operations.join('')}`

function operationHtml(method: string, path: string, operation: Operation): string {
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span class="muted">${escapeHtml(
    operation.summary ?? '',
  )}</span></summary>${partsOf(operation)
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => `<h3>${escapeHtml(title)}</h3><pre>${escapeHtml(toText(value))}</pre>`)
    .join('')}</details>`
}

/** Of refusals, which all have the same shape, what they mean; of what succeeds, a sample and the shape. */
function partsOf(operation: Operation): [string, unknown][] {
  const answers = Object.entries(operation.responses ?? {})
  const hasMeaning = answers.filter(([, { description }]) => description && description !== 'Default Response')
  const succeeded = answers.filter(([status]) => Number(status) < 400)
  const body = mediaOf(operation.requestBody?.content)
  return [
    ['Access', operation.description?.replace('Access: ', '')],
    ['Example', operation['x-codeSamples']?.[0]?.source ?? body?.example],
    ['Example of the reply', mediaOf(succeeded[0]?.[1].content)?.example],
    ['Answers', hasMeaning.map(([status, { description }]) => `${status}  ${description}`).join('\n') || undefined],
    ['Parameters', operation.parameters],
    ['Body', body?.schema],
    ...succeeded.map(([status, { content }]): [string, unknown] => [`Reply ${status}`, mediaOf(content)?.schema]),
  ]
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
const mediaOf = (content: Content | undefined) => Object.values(content ?? {})[0]
