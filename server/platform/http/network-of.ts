import { isIPv6 } from 'node:net'

/** Whom an address counts for: a line with IPv6 has a whole network (/64) to call from, and is one caller. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMappedIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMappedIpv4 ? bytesOf(groups.slice(6)).join('.') : groups.slice(0, 4).join(':')
}

/** All eight, each without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain] = address.split('%')
  const [before = [], after = []] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((side) => side.split(':').filter(Boolean))
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}

const bytesOf = (groups: string[]) =>
  groups.map((group) => Number.parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 255])
