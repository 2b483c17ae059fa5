import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmCommand } from './bootstrap/install.mjs'
import { root } from './root.ts'
import { buildSbom } from './build/sbom.ts'
import { packagesImportedByWeb, placesByVersion, placesOf, readLock } from './shipped-packages.ts'
import { runQuietly } from './tool.ts'

const [file = join(root, 'dist', 'sbom.cdx.json')] = process.argv.slice(2)

const flags = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=silent']
const { code, output } = await runQuietly(npmCommand(['sbom', ...flags]))
if (code !== 0) throw new Error(`npm sbom ended with code ${code}: ${output}`)
const lock = readLock()
const { sbom, counts } = buildSbom(output, placesByVersion(lock, placesOf(lock, packagesImportedByWeb())))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(
  `${file}: ${counts.server} packages in the server, ${counts.browser} in the browser, ${counts.development} for development`,
)
