import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program in our place: same terminal, our signals, its exit code. */
export function run(runtime, program, cwd) {
  return new Promise((resolve, reject) => {
    // The channel carries nothing. Its end tells the child that we are gone, even when we were killed without a signal to forward.
    const child = spawn(runtime, program, { cwd, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    const forward = (signal) => child.kill(signal)
    for (const signal of forwarded) process.on(signal, forward)
    const watch = watchShell(() => forward('SIGTERM'))
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of forwarded) process.off(name, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** npm sends its signals to the shell between us, and that shell dies of them without a word to us. */
function watchShell(onEnd) {
  if (!process.env.npm_lifecycle_event) return undefined
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    onEnd()
  }, 100)
  return watch
}
