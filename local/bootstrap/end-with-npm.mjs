import { readFileSync } from 'node:fs'

/**
 * Ends this process when npm ends. npm runs us through a shell: a signal kills that shell without reaching us, and if npm itself is
 * killed, not even the shell notices. Both change our ancestors, which are polled.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const ancestors = readAncestors()
  const watch = setInterval(() => {
    if (readAncestors() === ancestors) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 100)
  watch.unref()
}

/** The ids of our parent and, if that is a shell, of its parent (on Linux, from /proc). */
function readAncestors() {
  const parent = process.ppid
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name?.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
