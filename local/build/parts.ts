import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { root } from '../root.ts'
import { bundle } from './bundle.ts'

export type Part = { name: string; inputs: string[]; build(): Promise<void> }

const shared = ['package-lock.json', 'package.json', 'local/build/*.ts']

/** Read by Node itself: Vite's own way leaves a file in node_modules, which may belong to somebody else. */
const viteOptions = {
  configFile: join(root, 'vite.config.ts'),
  configLoader: 'native',
  root: join(root, 'web'),
} as const

export const parts: Part[] = [
  {
    name: 'web',
    inputs: [...shared, 'contract/**', 'web/**', 'vite.config.ts'],
    async build() {
      const { build } = await import('vite')
      await build({ ...viteOptions, mode: 'production', logLevel: 'error' })
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

/**
 * A bundle that starts fast: to compile it takes as long as all else that a start does, so what V8 made of it is kept from one
 * start to the next. That must be asked for before the bundle is read, hence the file in front. Where nothing can be kept,
 * Node compiles as ever. What stands in `front.ts` beside the entry is asked first, and goes on with the bundle only if it
 * has nothing to do itself.
 */
async function buildProgram(entry: string, outfile: string): Promise<void> {
  const [folder, name] = [dirname(outfile), basename(outfile, '.mjs')]
  const beside = join(dirname(entry), 'front.ts')
  const [front, whole] = [`${name}-front.mjs`, `${name}-whole.mjs`]
  // Kept for a text that is about to change; it would only pile up.
  await rm(join(folder, '.compiled'), { recursive: true, force: true })
  await bundle(entry, join(folder, whole))
  if (existsSync(beside)) await bundle(beside, join(folder, front))
  await writeFile(outfile, opening + (existsSync(beside) ? askingFirst(front, whole) : goingOn(whole)))
}

const opening = `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '.compiled'))
`

const goingOn = (whole: string) => `await import('./${whole}')\n`

const askingFirst = (front: string, whole: string) => `const { supervisesOthers } = await import('./${front}')
if (!(await supervisesOthers(process))) ${goingOn(whole)}`
