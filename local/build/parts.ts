import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Language, languages } from '#contract/i18n.ts'
import { root } from '../root.ts'
import { bundle, bundleInParts } from './bundle.ts'
import { translate } from './translate.ts'

export type Part = { name: string; inputs: string[]; build(): Promise<void> }

const shared = ['package-lock.json', 'package.json', 'local/build/*.ts']

/** Loaded natively by Node: Vite's loader would write to node_modules, which may belong to another account. */
const viteOptions = {
  configFile: join(root, 'vite.config.ts'),
  configLoader: 'native',
  root: join(root, 'web'),
} as const

export const parts: Part[] = [
  {
    name: 'web',
    inputs: [...shared, 'local/messages/*.ts', 'contract/**', 'web/**', 'vite.config.ts'],
    async build() {
      for (const language of languages) await buildWebApp(language)
    },
  },
  {
    name: 'server',
    inputs: [...shared, 'contract/**', 'server/**'],
    async build() {
      await buildProgram(join(root, 'server/main.ts'), join(root, 'dist/server.mjs'))
      await bundle(
        join(root, 'server/features/bulk/workbook/workbook-reader.ts'),
        join(root, 'dist/workbook-reader.mjs'),
      )
      await bundle(join(root, 'server/platform/shared-state/redis-client.ts'), join(root, 'dist/redis-client.mjs'))
    },
  },
  {
    name: 'emulators',
    inputs: [...shared, 'emulators/**'],
    build: () => buildProgram(join(root, 'emulators/start.ts'), join(root, 'dist/emulators.mjs')),
  },
]

/** One for each language; those beside English are in a folder of their own, which English, built first, empties. */
async function buildWebApp(language: Language): Promise<void> {
  const { build } = await import('vite')
  const own = language === 'en' ? {} : { base: `/${language}/`, build: { outDir: join(root, 'dist/web', language) } }
  await build({ ...viteOptions, ...own, plugins: [translate(language)], mode: 'production', logLevel: 'error' })
}

/**
 * A bundle with Node's compile cache, since compiling takes half of a start. The cache has to be enabled before the bundle is read,
 * hence the small entry file; without a writable folder Node compiles as usual. If there is a `front.ts` beside the entry, it runs
 * first, and the bundle is loaded only if the front does not handle the process itself.
 */
async function buildProgram(entry: string, outfile: string): Promise<void> {
  const [folder, name] = [dirname(outfile), basename(outfile, '.mjs')]
  const frontSource = join(dirname(entry), 'front.ts')
  const [front, whole] = [`${name}-front`, `${name}-whole`]
  // The old cache is for the old bundle and would only pile up.
  await rm(join(folder, '.compiled'), { recursive: true, force: true })
  await bundleInParts(entry, folder, whole)
  if (existsSync(frontSource)) await bundle(frontSource, join(folder, `${front}.mjs`))
  await writeFile(
    outfile,
    enableCache + (existsSync(frontSource) ? importFrontFirst(front, whole) : importBundle(whole)),
  )
}

const enableCache = `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '.compiled'))
`

const importBundle = (whole: string) => `await import('./${whole}.mjs')\n`

const importFrontFirst = (front: string, whole: string) => `const { supervisesOthers } = await import('./${front}.mjs')
if (!(await supervisesOthers(process))) ${importBundle(whole)}`
