import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../root.ts'

/** As npm does it: a process that runs us by a shell. The `true` keeps both shells from giving way to what they run. */
async function startUnderNpm() {
  const command = `'${process.execPath}' local/bootstrap.mjs emulator oidc; true`
  const npm = spawn('sh', ['-c', `sh -c "${command}"; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'emulator:oidc' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => endGroup(npm.pid))
  for await (const line of createInterface({ input: npm.stdout })) {
    const url = /http:\S+/.exec(line)?.[0]
    if (url) return { npm, url }
  }
  throw new Error('The stand-in did not start')
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL')
  } catch {
    // Nobody is left in it, as it should be.
  }
}

test.runIf(process.platform === 'linux')(
  'ends the program when npm is killed, of which the shell between them hears nothing',
  async () => {
    const { npm, url } = await startUnderNpm()
    npm.kill('SIGKILL')
    const ask = () =>
      fetch(url).then(
        () => 'answers',
        () => 'is gone',
      )
    await expect.poll(ask, { timeout: 5_000 }).toBe('is gone')
  },
)
