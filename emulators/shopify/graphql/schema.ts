import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema, type GraphQLSchema } from 'graphql'
import type { Version } from '../state.ts'

const schemas = new Map<Version, GraphQLSchema>()

/** Read when it is first asked for, which takes a tenth of a second: most starts of the demo need none at once. */
export function schemaOf(version: Version): GraphQLSchema {
  const known = schemas.get(version)
  if (known) return known
  // By the package's own name for the file: bundled, this code stands in another folder.
  const file = createRequire(import.meta.url).resolve(`#emulators/shopify/schema/admin-${version}.graphql`)
  const schema = buildSchema(readFileSync(file, 'utf8'))
  schemas.set(version, schema)
  return schema
}
