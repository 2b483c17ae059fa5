import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { bundle } from './bundle.ts'

/**
 * A bundle that starts fast: to compile it takes as long as all else that a start does, so what V8 made of it is kept from one
 * start to the next. That must be asked for before the bundle is read, hence the file in front. Where nothing can be kept,
 * Node compiles as ever.
 */
export async function buildProgram(entry: string, outfile: string): Promise<void> {
  const whole = `${basename(outfile, '.mjs')}-whole.mjs`
  // Kept for a text that is about to change; it would only pile up.
  await rm(join(dirname(outfile), '.compiled'), { recursive: true, force: true })
  await bundle(entry, join(dirname(outfile), whole))
  await writeFile(outfile, opening(whole))
}

const opening = (whole: string) => `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '.compiled'))
await import('./${whole}')
`
