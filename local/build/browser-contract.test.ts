import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { browserContract } from './browser-contract.ts'

const folder = join(import.meta.dirname, '../../contract')
const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name))

async function halfOf(name: string): Promise<string> {
  const { load } = browserContract(folder)
  const half: unknown = typeof load === 'function' ? await Reflect.apply(load, null, [join(folder, name)]) : null
  if (typeof half !== 'object' || half === null || !('code' in half)) throw new Error(`${name} was not split`)
  return String(half.code)
}

/** Each endpoint as text: name, method, path, access, paged, path of its search. */
const callsIn = (modules: unknown[]): string[] =>
  modules
    .flatMap((one) => Object.entries(Object(one)))
    .flatMap(([name, value]) => [[name, value] as const, ...Object.entries(Object(value))])
    .flatMap(([name, value]) => {
      const { method, path, access, paged, searchPath } = Object(value)
      return access && path ? [[name, method, path, access, paged, searchPath].join(' ')] : []
    })

const exportedBy = (half: string) =>
  [...half.matchAll(/^export \{ (.*?) \}/gm)].flatMap(([, names = '']) => names.split(', ')).filter(Boolean)

it('the light half has the endpoints without the fields that only the server reads', async () => {
  const calls = await halfOf('dashboard.ts?light')
  expect(calls).toContain('path: "/api/dashboard/metrics"')
  expect(calls).not.toMatch(/\bz\.|summary|reply/)
  expect(await halfOf('dashboard.ts')).toContain('z.object')
})

it('the light half has the rules of a file without its zod schemas', async () => {
  const light = exportedBy(await halfOf('money.ts?light'))
  expect(light).toEqual(expect.arrayContaining(['formatMoney', 'formats', 'toCents']))
  expect(light).not.toContain('price')
})

it('every contract file can be split, and no exported name is lost', async () => {
  expect(files.length).toBeGreaterThan(50)
  for (const name of files) {
    const whole: unknown = await import(join(folder, name))
    expect(exportedBy(await halfOf(name)).toSorted()).toEqual(Object.keys(Object(whole)).toSorted())
    expect(await halfOf(`${name}?light`)).not.toMatch(/\bz\.\w+\(/)
  }
})

it('code that uses no schema imports the light half only', async () => {
  const redirected = async (names: string) => {
    const { transform } = browserContract(folder)
    const handler = typeof transform === 'object' ? transform.handler : null
    const code = `import { ${names} } from '#contract/money.ts'`
    const result: unknown = handler && (await Reflect.apply(handler, null, [code, join(folder, '../web/page.tsx')]))
    return Object(result).code
  }
  expect(await redirected('formatMoney, type Money')).toBe(
    "import { formatMoney, type Money } from '#contract/money.ts?light'",
  )
  expect(await redirected('formatMoney, price')).toBe("import { formatMoney, price } from '#contract/money.ts'")
})

it('the browser build has the same endpoints as the contract', async () => {
  const entry = join(import.meta.dirname, 'every-call.js')
  const every = files.map((name, at) => `export * as file${at} from ${JSON.stringify(join(folder, name))}`).join('\n')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      browserContract(folder),
      {
        name: 'every-call',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? every : null),
      },
    ],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const [code = ''] = [built].flat().flatMap((one) => ('output' in one ? one.output[0].code : []))
  const inBrowser: unknown = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const calls = callsIn(await Promise.all(files.map((name) => import(join(folder, name)) as Promise<unknown>)))
  expect(calls.length).toBeGreaterThan(100)
  expect(callsIn(Object.values(Object(inBrowser))).toSorted()).toEqual(calls.toSorted())
})

it('no screen reads a field of an endpoint that is removed', () => {
  const web = join(import.meta.dirname, '../../web')
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const reads = /\b\w+Api\.\w+\.(summary|params|query|body|reply|manual)\b/
  expect(sources.filter((name) => reads.test(readFileSync(join(web, name), 'utf8')))).toEqual([])
})
