/** Whether what npm says it installed is what the lock file asks for on this platform. */
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

/** npm leaves out what is optional and made for another machine, and what only such packages need. */
function isMadeFor({ os = [], cpu = [], libc }, machine) {
  const fits = (wanted, own) => [wanted].flat().includes(own)
  return fits(os, machine.platform) && fits(cpu, machine.arch) && (!libc || fits(libc, machine.libc))
}

/** What npm chooses packages by. The C library only matters on Linux, where Node reports glibc's version if it runs on it. */
export function thisMachine() {
  const { platform, arch, report } = process
  if (platform !== 'linux') return { platform, arch }
  return { platform, arch, libc: report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl' }
}
