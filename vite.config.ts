import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { lightContract } from './local/build/light-contract.ts'

export default defineConfig({
  root: 'web',
  plugins: [lightContract(join(import.meta.dirname, 'contract')), react(), tailwindcss(), precompress()],
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
    // Libraries change less often than our code; in files of their own they stay in people's caches over releases.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
})

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
