import type { z } from 'zod'
import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import { NotUnderstood } from '#server/ports/channel.ts'

type About = ConstructorParameters<typeof NotUnderstood>[1]

const namedAtMost = 3

const kinds: Readonly<Record<string, Message>> = {
  string: say('text'),
  number: say('a number'),
  int: say('a whole number'),
  boolean: say('true or false'),
  array: say('a list'),
  object: say('an object'),
}

/** Parses a body with a schema. The error names fields by their paths and never their values. */
export function parseShape<Shape extends z.ZodType>(shape: Shape, value: unknown, about?: About): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const named = parsed.error.issues.slice(0, namedAtMost).map((issue) => describeIssue(issue, value))
  const more = parsed.error.issues.length - named.length
  const problems = joinMessages([...named, ...(more > 0 ? [say('and {more} more', { more: String(more) })] : [])], '; ')
  throw new NotUnderstood(say('It can’t be read: {problems}.', { problems }), about)
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): Message {
  const path = pathOf(issue.path)
  const last = String(issue.path.at(-1))
  if (valueAt(value, issue.path) === undefined) return say('{path} is missing', { path })
  if (issue.message.startsWith('must ')) return joinMessages([path, asMessage(issue.message)], ' ')
  if (issue.message.startsWith(`${last} `)) return joinMessages([path, asMessage(issue.message.slice(last.length))], '')
  if (issue.code === 'invalid_type') {
    return say('{path} must be {kind}', { path, kind: kinds[issue.expected] ?? issue.expected })
  }
  if (issue.code === 'invalid_value') {
    return say('{path} must be one of {values}', { path, values: issue.values.map(String).join(', ') })
  }
  return issue.code === 'invalid_union'
    ? say('{path} has the wrong type', { path })
    : joinMessages([path, asMessage(issue.message)], ': ')
}

function pathOf(path: readonly PropertyKey[]): Message {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return path.length > 0 ? asMessage(steps.join('').replace(/^\./, '')) : say('the body')
}

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
    throw new NotUnderstood(say('The body is not JSON.'))
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
    throw new NotUnderstood(say('The body is not UTF-8 text.'))
  }
}

const exact = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (source ?? value) : value
