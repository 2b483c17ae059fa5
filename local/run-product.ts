import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { findFreePort } from './free-port.ts'
import { makeScratchFolder } from './scratch-folder.ts'

const timeoutMs = 120_000

export type RunningProduct = { url: string; dataDir: string; stop(): Promise<void> }

/** Empty instead of missing: missing variables come from .env, and tests must not use a database named there. */
export const embedded = {
  DATABASE_URL: '',
  OIDC_ISSUER_URL: '',
  AMAZON_SP_API_URL: '',
  AMAZON_LWA_URL: '',
  AMAZON_SELLER_CENTRAL_URL: '',
  META_GRAPH_URL: '',
  SHOPIFY_URL: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  TWILIO_API_URL: '',
  TWILIO_ACCOUNT_SID: '',
  TWILIO_AUTH_TOKEN: '',
  TWILIO_FROM: '',
  BACKUP_DIR: '',
  BACKUP_KEY: '',
  LISTEN_HOST: '',
}

const maxTries = 3

/** Starts the product as `npm start` does, on a temporary data folder. */
export async function runProduct(env: Record<string, string> = {}): Promise<RunningProduct> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(env)
    } catch (error) {
      // Another program may take the port before the product binds it.
      if (attempt === maxTries || !String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function runOnce(env: Record<string, string>): Promise<RunningProduct> {
  const dataDir = makeScratchFolder('run')
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const product = spawn(process.execPath, ['local/start.ts'], {
    env: { ...process.env, ...embedded, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [product.stdout, product.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(product, 'exit')
  const isReady = await Promise.race([waitUntilReady(`${url}/readyz`), ended.then(() => false)])
  const stop = async () => {
    product.kill('SIGTERM')
    // Jobs that wait for Amazon delay the end by up to 20 seconds. Nobody needs them here: a second request kills all parts.
    const impatience = setTimeout(() => product.kill('SIGINT'), 3_000)
    await ended
    clearTimeout(impatience)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  if (!isReady) {
    await stop()
    throw new Error(`The product did not start:\n${output}`)
  }
  return { url, dataDir, stop }
}

async function waitUntilReady(url: string): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
