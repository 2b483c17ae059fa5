/** CommonJS dependencies expect these three, which ES modules do not define. */
const commonJsNames = [
  "import { createRequire as createRequireForBundle } from 'node:module'",
  'const require = createRequireForBundle(import.meta.url)',
  'const __filename = import.meta.filename',
  'const __dirname = import.meta.dirname',
].join('\n')

export async function bundle(entry: string, outfile: string): Promise<void> {
  // Loaded on demand, so that a start without a build does not load esbuild.
  const { build } = await import('esbuild')
  await build({
    entryPoints: [entry],
    outfile,
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
  })
}
