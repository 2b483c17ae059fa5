import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program and forwards our signals to it. Returns its exit code and whether a signal came. */
export function run(program, args, options, onOutput) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options)
    let wasSignaled = false
    const forward = (signal) => {
      wasSignaled = true
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve({ code: code ?? 128 + constants.signals[signal], wasSignaled })
    })
  })
}
