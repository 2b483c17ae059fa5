import type { z } from 'zod'
import { NotUnderstood } from '#server/ports/channel.ts'

type About = ConstructorParameters<typeof NotUnderstood>[1]

const namedAtMost = 3

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Parses a body with a schema. The error names fields by their paths and never their values. */
export function parseShape<Shape extends z.ZodType>(shape: Shape, value: unknown, about?: About): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const named = parsed.error.issues.slice(0, namedAtMost).map((issue) => describeIssue(issue, value))
  const more = parsed.error.issues.length - named.length
  throw new NotUnderstood(`It can’t be read: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`, about)
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const path = pathOf(issue.path)
  const last = String(issue.path.at(-1))
  if (valueAt(value, issue.path) === undefined) return `${path} is missing`
  if (issue.message.startsWith('must ')) return `${path} ${issue.message}`
  if (issue.message.startsWith(`${last} `)) return `${path}${issue.message.slice(last.length)}`
  if (issue.code === 'invalid_type') return `${path} must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `${path} must be one of ${issue.values.map(String).join(', ')}`
  return issue.code === 'invalid_union' ? `${path} has the wrong type` : `${path}: ${issue.message}`
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '') || 'the body'

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((found, step) => (isObject(found) ? found[step] : undefined), value)

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null

/** Parses JSON. The error never quotes the body, which contains customers' data. */
export function readJson(body: Buffer): unknown {
  const text = decode(body)
  try {
    // Integers beyond 2^53 are kept as text; rounded, one order id would become another.
    return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    throw new NotUnderstood('The body is not JSON.')
  }
}

/** Parses JSON; null for a body that is none. */
export function findJson(body: Buffer): unknown {
  try {
    return readJson(body)
  } catch {
    return null
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new NotUnderstood('The body is not UTF-8 text.')
  }
}

const exact = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (source ?? value) : value
