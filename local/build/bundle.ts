import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'

/** CommonJS dependencies expect these three, which ES modules do not define. */
const commonJsNames = [
  "import { createRequire as createRequireForBundle } from 'node:module'",
  'const require = createRequireForBundle(import.meta.url)',
  'const __filename = import.meta.filename',
  'const __dirname = import.meta.dirname',
].join('\n')

/** What every bundle has in common. */
const options = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  sourcemap: true,
  // Comments and indentation are a third of the source, which V8 keeps in memory.
  minifyWhitespace: true,
  legalComments: 'external',
  external: ['pg-native'],
  banner: { js: commonJsNames },
  logLevel: 'error',
} satisfies BuildOptions

export async function bundle(entry: string, outfile: string): Promise<void> {
  // Loaded on demand, so that a start without a build does not load esbuild.
  const { build } = await import('esbuild')
  await build({ ...options, entryPoints: [entry], outfile })
}

/** A bundle whose dynamic imports are files of their own beside it, `<name>-part-….mjs`: a process loads only those that it needs. */
export async function bundleInParts(entry: string, folder: string, name: string): Promise<void> {
  const { build } = await import('esbuild')
  for (const file of globSync(`${name}-part-*`, { cwd: folder })) await rm(join(folder, file))
  await build({
    ...options,
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: `${name}-part-[hash]`,
  })
}
