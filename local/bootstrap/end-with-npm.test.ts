import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../root.ts'

/** Runs us through a shell, as npm does. The `true` prevents both shells from exec-ing their last command. */
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
  throw new Error('The emulator did not start')
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL')
  } catch {
    // The process group is empty, as it should be.
  }
}

test.runIf(process.platform === 'linux')(
  'the program ends when npm is killed, although the shell between them does not notice',
  async () => {
    const { npm, url } = await startUnderNpm()
    npm.kill('SIGKILL')
    const probe = () =>
      fetch(url).then(
        () => 'answers',
        () => 'is gone',
      )
    await expect.poll(probe, { timeout: 5_000 }).toBe('is gone')
  },
)
