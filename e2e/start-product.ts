import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#local/free-port.ts'

const patience = 120_000

/** Starts the product as `npm start` does, on a data folder of its own; the answer ends it. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lockstep-e2e-'))
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const { DATABASE_URL: _databaseUrl, OIDC_ISSUER_URL: _issuerUrl, ...environment } = process.env
  const product = spawn(process.execPath, ['local/start.ts'], {
    env: { ...environment, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [product.stdout, product.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await ready(
    `${url}/readyz`,
    () => product.exitCode !== null,
    () => output,
  )
  process.env['E2E_URL'] = url
  return async () => {
    product.kill('SIGTERM')
    if (product.exitCode === null) await once(product, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function ready(url: string, hasEnded: () => boolean, output: () => string): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline && !hasEnded()) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The product did not start:\n${output()}`)
}
