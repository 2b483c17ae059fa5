import { describe, expect, it } from 'vitest'
import { buildSbom } from '../build/sbom.ts'
import { packagesImportedByWeb, placesByVersion, placesOf, readLock } from '../shipped-packages.ts'
import { auditResult, lockProblems, scriptProblems } from './dependencies.ts'

const hashed = { version: '1.0.0', integrity: 'sha512-x' }

describe('the check of dependencies', () => {
  it('fails for a package without a hash, and for one that names a registry', () => {
    const { integrity: _hash, ...bare } = hashed
    expect(lockProblems({ packages: { '': {}, 'node_modules/a': hashed } })).toEqual([])
    expect(
      lockProblems({
        packages: { 'node_modules/a': bare, 'node_modules/b': { ...hashed, resolved: 'https://registry.example' } },
      }),
    ).toEqual([
      expect.stringContaining('node_modules/a has no sha512 hash'),
      expect.stringContaining('node_modules/b names a registry'),
    ])
  })

  it('fails for an install script that nobody has read, a stale entry, and a switched-off list', () => {
    const lock = {
      packages: {
        'node_modules/x/node_modules/native': { ...hashed, hasInstallScript: true },
        'node_modules/y': hashed,
      },
    }
    const strict = 'save-exact=true\nstrict-allow-scripts=true\n'
    expect(scriptProblems(lock, { native: true }, strict)).toEqual([])
    expect(scriptProblems(lock, { native: false }, strict)).toEqual([])
    expect(scriptProblems(lock, { y: true }, 'strict-allow-scripts=false')).toEqual([
      '.npmrc lacks strict-allow-scripts=true',
      expect.stringContaining('native has an install script'),
      expect.stringContaining('y has no install script any more'),
    ])
  })

  const places = new Map([
    ['node_modules/served', 'server'],
    ['node_modules/shown', 'browser'],
    ['node_modules/tool', 'development'],
  ] as const)
  const report = (severity: string) =>
    JSON.stringify({
      vulnerabilities: Object.fromEntries(
        ['served', 'shown', 'tool'].map((name) => [name, { severity, nodes: [`node_modules/${name}`] }]),
      ),
    })

  it.each(['high', 'critical'])('fails for a vulnerability of severity %s in what ships', (severity) => {
    const { summary, problems } = auditResult(report(severity), places)
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['served', 'shown'])
    expect(summary).toBe('audit: 2 of severity high or more in what ships, 1 other')
  })

  it('passes for a lower severity', () => {
    expect(auditResult(report('moderate'), places)).toMatchObject({ problems: [] })
  })

  it.each([
    ['has no such endpoint', '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}', '405'],
    ['can’t be reached', '{"message":"request failed","error":{"code":"ENOTFOUND"}}', 'ENOTFOUND'],
    ['says nothing', '', 'no answer'],
  ])('skips the audit with a line where the registry %s', (_, output, why) => {
    expect(auditResult(output, places)).toEqual({
      summary: `audit skipped: the registry can’t be asked (${why})`,
      problems: [],
    })
  })
})

it('a package runs in the server, in the browser or in development only, whatever npm calls it', () => {
  const places = placesOf(readLock(), packagesImportedByWeb())
  const placeOf = (name: string) => places.get(`node_modules/${name}`)
  expect(['fastify', 'pg', 'light-my-request'].map(placeOf)).toEqual(['server', 'server', 'server'])
  expect(['react', 'scheduler', '@radix-ui/react-dialog'].map(placeOf)).toEqual(['browser', 'browser', 'browser'])
  expect(['vitest', 'typescript', 'jsdom'].map(placeOf)).toEqual(['development', 'development', 'development'])
})

it('a package that is installed twice is found from the inside out', () => {
  const packages = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { ...hashed, dependencies: { b: '1' } },
    'node_modules/a/node_modules/b': { ...hashed, version: '1.0.0' },
    'node_modules/b': { ...hashed, version: '2.0.0' },
  }
  const places = placesOf({ packages }, [])
  expect(Object.fromEntries(places)).toEqual({
    'node_modules/a': 'server',
    'node_modules/a/node_modules/b': 'server',
    'node_modules/b': 'development',
  })
  expect(Object.fromEntries(placesByVersion({ packages }, places))).toMatchObject({
    'b@1.0.0': 'server',
    'b@2.0.0': 'development',
  })
})

describe('the SBOM', () => {
  const component = (name: string, more: object = {}) => ({
    'bom-ref': `${name}@1.0.0`,
    type: 'library',
    name,
    version: '1.0.0',
    scope: 'optional',
    purl: `pkg:npm/${name}@1.0.0`,
    properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
    ...more,
  })
  const byNpm = (changes: object = {}) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      serialNumber: 'urn:uuid:369d2c44-d8e5-4944-9e19-8253a973a4fd',
      version: 1,
      metadata: { timestamp: '2026-11-18T13:32:08.167Z', component: component('folder', { type: 'application' }) },
      components: [component('react'), component('vitest')],
      dependencies: [{ ref: 'folder@1.0.0', dependsOn: ['react@1.0.0', 'vitest@1.0.0'] }],
      ...changes,
    })
  const places = new Map([['react@1.0.0', 'browser']] as const)

  it('says where each package runs, and our own name', () => {
    const { sbom, counts } = buildSbom(byNpm(), places)
    expect(sbom.metadata.component.name).toBe('lockstep')
    expect(sbom.components).toMatchObject([
      { name: 'react', scope: 'required', properties: [{ name: 'lockstep:place', value: 'browser' }] },
      { name: 'vitest', scope: 'excluded', properties: [{ name: 'lockstep:place', value: 'development' }] },
    ])
    expect(counts).toEqual({ server: 0, browser: 1, development: 1 })
  })

  it.each([
    ['another format', { bomFormat: 'SPDX' }],
    ['a component twice', { components: [component('react'), component('react')] }],
    ['a dependency without its component', { components: [component('react')] }],
    ['a hash that is none', { components: [component('react', { hashes: [{ alg: 'SHA-512', content: 'x' }] })] }],
  ])('is refused with %s', (_, changes) => {
    expect(() => buildSbom(byNpm(changes), places)).toThrow()
  })
})
