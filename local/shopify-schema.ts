import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type DocumentNode,
  getNamedType,
  type GraphQLInputType,
  type GraphQLSchema,
  type IntrospectionQuery,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  parse,
  print,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { documents } from '#server/integrations/website/shopify/admin/documents.ts'
import { root } from './root.ts'

/**
 * Cuts the schema of Shopify's Admin API down to what our documents use, for the stand-in and for the test of the documents. Its source is
 * the npm package @shopify/dev-mcp, which is too large to install: `npm pack @shopify/dev-mcp@1.16.0`, unpack it, and run
 * `node local/shopify-schema.ts <folder>/package`.
 */
const versions = ['2026-07', '2026-10']

const notice = (
  version: string,
) => `# Shopify's Admin API ${version}, cut down to what Lockstep uses (local/shopify-schema.ts).
# From the npm package @shopify/dev-mcp 1.16.0. Copyright 2025-present, Shopify Inc. ISC License: see LICENSE beside this file.

`

/** Type names with the fields that are used; enums, scalars and inputs are kept whole. */
type Used = Map<string, Set<string>>

function cut(schema: GraphQLSchema): DocumentNode {
  const used = usedIn(schema)
  const whole = parse(printSchema(schema))
  const kept = whole.definitions.filter((definition) =>
    definition.kind === Kind.DIRECTIVE_DEFINITION
      ? definition.name.value === 'idempotent'
      : definition.kind === Kind.SCHEMA_DEFINITION ||
        ('name' in definition && definition.name !== undefined && used.has(definition.name.value)),
  )
  return visit(
    { ...whole, definitions: kept },
    {
      enter: (node) => ('description' in node && node.description ? { ...node, description: undefined } : undefined),
      Directive: (node) => (node.name.value === 'deprecated' ? null : undefined),
      ObjectTypeDefinition: (node) => ({
        ...node,
        description: undefined,
        interfaces: node.interfaces?.filter(({ name }) => used.has(name.value)),
        fields: node.fields?.filter(({ name }) => used.get(node.name.value)?.has(name.value)),
      }),
      InterfaceTypeDefinition: (node) => ({
        ...node,
        description: undefined,
        fields: node.fields?.filter(({ name }) => used.get(node.name.value)?.has(name.value)),
      }),
    },
  )
}

function usedIn(schema: GraphQLSchema): Used {
  const used: Used = new Map()
  const add = (type: string, field?: string) => {
    const fields = used.get(type) ?? new Set()
    if (field) fields.add(field)
    used.set(type, fields)
  }
  const addInput = (given: GraphQLInputType) => {
    const type = getNamedType(given)
    if (used.has(type.name) || isSpecifiedScalarType(type)) return
    add(type.name)
    if (isInputObjectType(type)) for (const { type: inner } of Object.values(type.getFields())) addInput(inner)
  }
  for (const document of Object.values(documents)) {
    const info = new TypeInfo(schema)
    const look = () => {
      const [parent, field] = [info.getParentType(), info.getFieldDef()]
      if (!parent || !field || field.name.startsWith('__')) return
      add(parent.name, field.name)
      const type = getNamedType(field.type)
      if (isCompositeType(type)) add(type.name)
      if ((isEnumType(type) || isScalarType(type)) && !isSpecifiedScalarType(type)) add(type.name)
      for (const argument of field.args) addInput(argument.type)
    }
    visit(parse(document), visitWithTypeInfo(info, { Field: look }))
  }
  add('Node', 'id')
  // The one kind of media that the stand-in has.
  for (const field of used.get('Media') ?? []) add('MediaImage', field)
  for (const type of used.keys()) if (hasId(schema, type)) add(type, 'id')
  return used
}

function hasId(schema: GraphQLSchema, name: string): boolean {
  const type = schema.getType(name)
  return isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node')
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Say the folder of the unpacked package.')
const target = join(root, 'emulators/shopify/schema')
mkdirSync(target, { recursive: true })
for (const version of versions) {
  const file = readFileSync(join(folder, `dist/data/admin_${version}.json.gz`))
  const introspection = JSON.parse(gunzipSync(file).toString()) as { data: IntrospectionQuery }
  const schema = buildClientSchema(introspection.data, { assumeValid: true })
  writeFileSync(join(target, `admin-${version}.graphql`), `${notice(version)}${print(cut(schema))}\n`)
}
