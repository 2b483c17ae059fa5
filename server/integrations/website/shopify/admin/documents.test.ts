import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { documents } from './documents.ts'

describe.each(['2026-07', '2026-10'])('in version %s of Shopify’s schema', (version) => {
  const schema = buildSchema(readFileSync(`emulators/shopify/schema/admin-${version}.graphql`, 'utf8'))

  it.each(Object.entries(documents))('the document %s is valid', (_, text) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([])
  })
})

it.each(['setAvailable', 'stockAt'] as const)(
  '%s has an idempotency key on its field, which no schema asks for',
  (name) => {
    expect(documents[name]).toMatch(/^ {4}inventory\w+\([^)]*\) @idempotent\(key: \$key\) \{$/m)
  },
)
