import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { browserContract } from '#local/build/browser-contract.ts'
import { screenScripts } from '#local/build/screen-scripts.ts'
import { unnamedFunctions } from '#local/build/unnamed-functions.ts'

const web = join(import.meta.dirname, 'web')
const contract = join(import.meta.dirname, 'contract')

export default defineConfig({
  root: 'web',
  plugins: [browserContract(contract), unnamedFunctions(), react(), tailwindcss(), screenScripts(web), precompress()],
  // The server writes a fresh nonce into the page with every response.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': 'http://localhost:5000' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // light-dark() is kept as written; older targets would get it rewritten.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Lists of what each screen needs would be in the first file that everybody loads: a screen names its own parts.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) => (hostType === 'js' ? [] : parts),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries change less often than our code; in files of their own they stay in people's caches over releases.
            { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'zod', priority: 3, test: /node_modules\/zod\// },
            { name: 'query', priority: 3, test: /node_modules\/@tanstack\/(react-query|query-core)\// },
            { name: 'first', priority: 1, tags: ['$initial'], test: (id) => id !== join(web, 'main.tsx') },
            // Before the others: a file takes along what its pieces import, and a visitor must not load the frame for an icon of it.
            { name: openFile, debugName: 'open', priority: 1, minShareCount: 2 },
            { name: sharedFile, debugName: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/** What so many screens share comes along with any of them. The largest screen loads least at 10, measured from 6 to 12. */
const fewestScreens = 10

/**
 * The file that shared pieces of ours come in. Left alone, there are as many files as there are sets of screens that share
 * something: ninety for the list of orders, most of them a few hundred bytes and each a journey of its own.
 */
function sharedFile(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (!id.startsWith(web) && !id.includes('/lucide-react/') && dirname(id) !== contract) return null
  const screens = screensThatShow(id, graph)
  // The largest of the pieces: the dashboard does without, and so do orders and products, which are cards at first.
  if (id === join(web, 'ui', 'select.tsx')) return 'select'
  if (id === join(web, 'ui', 'table.tsx')) return 'table'
  if (screens.some((screen) => screen.endsWith('/landing-page.tsx'))) return 'open'
  if (screens.some((screen) => screen.endsWith('/shell.tsx'))) return 'frame'
  return screens.length < fewestScreens ? null : 'screens'
}

function openFile(id: string, graph: Rolldown.ChunkingContext): string | null {
  return sharedFile(id, graph) === 'open' ? 'open' : null
}

const piecesOf = new Map<string, ReadonlySet<string>>()

function screensThatShow(id: string, graph: Rolldown.ChunkingContext): string[] {
  if (piecesOf.size === 0) {
    const screens = graph.getModuleInfo(join(web, 'routes.tsx'))?.dynamicallyImportedIds ?? []
    for (const screen of screens) piecesOf.set(screen, collectImports(screen, graph, new Set()))
  }
  return [...piecesOf].filter(([, pieces]) => pieces.has(id)).map(([screen]) => screen)
}

function collectImports(id: string, graph: Rolldown.ChunkingContext, found: Set<string>): ReadonlySet<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(imported, graph, found)
  return found
}

/** Hashed assets never change, so they are compressed once, as small as can be, and not per request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets')
      const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        files.map(async (name) => {
          const file = join(folder, name)
          const content = await readFile(file)
          if (content.length < 1024) return
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
          await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
