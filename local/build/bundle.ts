/** CommonJS dependencies look for these three, which an ES module does not have. */
const commonJsNames = [
  "import { createRequire as createRequireForBundle } from 'node:module'",
  'const require = createRequireForBundle(import.meta.url)',
  'const __filename = import.meta.filename',
  'const __dirname = import.meta.dirname',
].join('\n')

export async function bundle(entry: string, outfile: string): Promise<void> {
  // Only whoever builds pays for loading the builder.
  const { build } = await import('esbuild')
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    // Comments and indentation are a third of the text, and V8 holds the text for as long as the process lives.
    minifyWhitespace: true,
    legalComments: 'external',
    external: ['pg-native'],
    banner: { js: commonJsNames },
    logLevel: 'error',
  })
}
