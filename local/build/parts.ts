import { join } from 'node:path'
import { root } from '../root.ts'
import { bundle } from './bundle.ts'
import { buildProgram } from './program.ts'

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
