import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { screenPaths } from '#contract/paths.ts'

/**
 * Vite plugin that lists the scripts of each screen, so that the server can preload them. The browser then fetches all at once
 * instead of discovering some only after others have run.
 */
export function screenScripts(web: string): Plugin {
  return {
    name: 'screen-scripts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const scriptsOf = (module: string) => collectScripts(chunkOf(chunks, join(web, module)), bundle, new Set())
      const first = scriptsOf('index.html')
      const scripts: Record<string, string[]> = {}
      for (const [path, screen] of await readScreens(join(web, 'routes.tsx'))) {
        const needed = new Set([...scriptsOf('features/shell/shell.tsx'), ...scriptsOf(screen)])
        scripts[path] = [...needed].filter((script) => !first.has(script))
      }
      this.emitFile({ type: 'asset', fileName: '.vite/screen-scripts.json', source: JSON.stringify(scripts) })
    },
  }
}

/** The source file of each screen path, read from routes.tsx. */
async function readScreens(routes: string): Promise<Map<string, string>> {
  const screens = new Map<string, string>()
  const source = await readFile(routes, 'utf8')
  for (const [, paths = '', file = ''] of source.matchAll(/paths: \[(.+?)\][^]+?import\('\.\/(.+?)'\)/g)) {
    for (const [, path = ''] of paths.matchAll(/'(.+?)'/g)) screens.set(path, file)
  }
  const missing = screenPaths.filter((path) => !screens.has(path))
  if (missing.length > 0) throw new Error(`${routes} doesn't say which file shows ${missing.join(', ')}`)
  return screens
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
  if (!chunk) throw new Error(`No script begins with ${module}`)
  return chunk
}

function collectScripts(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found: Set<string>,
): ReadonlySet<string> {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk' && !found.has(name)) collectScripts(imported, bundle, found)
  }
  return found
}
