import { z } from 'zod'
import type { Place } from '../shipped-packages.ts'

/** The parts of CycloneDX 1.5 that npm writes. A report that has another shape is refused rather than passed on. */
const Component = z.looseObject({
  'bom-ref': z.string().min(1),
  type: z.enum(['library', 'application']),
  name: z.string().min(1),
  version: z.string().min(1),
  scope: z.enum(['required', 'optional', 'excluded']),
  purl: z.string().startsWith('pkg:npm/'),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })).optional(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})

const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  version: z.int(),
  metadata: z.looseObject({ timestamp: z.iso.datetime(), component: Component }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

export type Sbom = z.output<typeof Sbom>

type Component = z.output<typeof Component>

/**
 * npm's bill of materials with our own name (npm takes that of the folder) and the place where each package runs: its
 * scope is `required` in the server and in the browser, and `excluded` where it never leaves our machines. `places` is
 * by name and version, which is how npm names a component.
 */
export function buildSbom(npmOutput: string, places: ReadonlyMap<string, Place>) {
  const sbom = Sbom.parse(JSON.parse(npmOutput.slice(npmOutput.indexOf('{'))))
  const { metadata } = sbom
  const placed = sbom.components.map((component) => withPlace(component, places))
  assertComplete(sbom)
  const count = (place: Place) => placed.filter((component) => component.place === place).length
  return {
    sbom: {
      ...sbom,
      metadata: { ...metadata, component: { ...metadata.component, name: 'lockstep' } },
      components: placed.map(({ component }) => component),
    },
    counts: { server: count('server'), browser: count('browser'), development: count('development') },
  }
}

function withPlace(component: Component, places: ReadonlyMap<string, Place>): { component: Component; place: Place } {
  const place = places.get(component['bom-ref']) ?? 'development'
  const properties = component.properties.filter(({ name }) => name !== 'cdx:npm:package:development')
  return {
    place,
    component: {
      ...component,
      scope: place === 'development' ? 'excluded' : 'required',
      properties: [...properties, { name: 'lockstep:place', value: place }],
    },
  }
}

/** References are unique, and each dependency is a component. */
function assertComplete({ metadata, components, dependencies }: Sbom): void {
  const references = [metadata.component, ...components].map((component) => component['bom-ref'])
  const known = new Set(references)
  if (known.size !== references.length) throw new Error('Two components of the SBOM have one reference')
  const unknown = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).find((ref) => !known.has(ref))
  if (unknown !== undefined) throw new Error(`The SBOM has no component for ${unknown}`)
}
