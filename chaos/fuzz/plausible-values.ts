import type { Random } from '../harness/random.ts'
import { type Schema, unknownId } from '../harness/routes.ts'

const byFormat: Record<string, string> = {
  uuid: unknownId,
  'date-time': '2026-03-02T10:00:00Z',
  date: '2026-03-02',
  email: 'ana@example.com',
  uri: 'https://shop.example.com/hook',
}

const texts = ['9.50', '12', 'US', 'USD', '12:30', '2026-03-02', '+12065550123', 'Europe/Berlin', 'abc', 'B00EXAMPLE']

const maxDepth = 6

/** A random value that fits the schema, or nearly. */
export function plausible(schema: Schema, random: Random, depth = 0): unknown {
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return plausible(random.pick(choice), random, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => plausible(part, random, depth)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  switch (schema.type) {
    case 'string':
      return textFor(schema, random)
    case 'integer':
    case 'number':
      return numberFor(schema, random)
    case 'boolean':
      return random.happens(0.5)
    case 'array':
      return listFor(schema, random, depth)
    case 'object':
      return objectFor(schema, random, depth)
    case undefined:
    default:
      return null
  }
}

function textFor({ format, pattern }: Schema, random: Random): string {
  const known = format && byFormat[format]
  if (known) return known
  const fitting = pattern ? texts.filter((text) => new RegExp(pattern, 'u').test(text)) : texts
  return fitting.length > 0 ? random.pick(fitting) : 'x'
}

function numberFor({ minimum = -5, maximum = 500 }: Schema, random: Random): number {
  const [least, most] = [Math.max(minimum, -1_000_000), Math.min(maximum, 1_000_000)]
  return random.pick([least, most, least + random.whole(Math.max(most - least, 1)), minimum, maximum])
}

function listFor({ items = {}, minItems = 0 }: Schema, random: Random, depth: number): unknown[] {
  const length = depth > maxDepth ? minItems : minItems + random.whole(3)
  return Array.from({ length }, () => plausible(items, random, depth + 1))
}

function objectFor({ properties = {}, required = [] }: Schema, random: Random, depth: number): object {
  const wanted = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth < maxDepth && random.happens(0.3)),
  )
  return Object.fromEntries(wanted.map(([name, schema]) => [name, plausible(schema, random, depth + 1)]))
}
