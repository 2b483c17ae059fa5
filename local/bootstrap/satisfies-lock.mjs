/** Whether npm's record of installed packages matches the lock file on this platform. */
export function satisfiesLock(installed, lock, machine) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed.packages[path]
    if (present) {
      return present.version === wanted.version && present.integrity === (wanted.integrity ?? present.integrity)
    }
    return wanted.optional === true && !isMadeFor(wanted, machine)
  })
}

/** npm leaves out optional packages for other platforms, and packages that only those depend on. */
function isMadeFor({ os = [], cpu = [], libc }, machine) {
  const fits = (wanted, own) => [wanted].flat().includes(own)
  return fits(os, machine.platform) && fits(cpu, machine.arch) && (!libc || fits(libc, machine.libc))
}

/** The platform by which npm selects packages. The C library matters on Linux only; Node reports glibc's version if it uses glibc. */
export function thisMachine() {
  const { platform, arch, report } = process
  if (platform !== 'linux') return { platform, arch }
  return { platform, arch, libc: report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl' }
}
