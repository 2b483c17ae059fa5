import { BlockList, isIPv6 } from 'node:net'

/** Addresses that are nobody's on the internet: this machine, private and provider networks, documentation, groups. */
const notPublic = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of IPv6 only 2000::/3 is given out; in it, what stands for another address or for nobody's.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
const globalUnicast = blockList(['2000::/3'])
const thisMachine = blockList(['127.0.0.0/8', '::1/128'])

/** Whether Lockstep may speak to an address that somebody has typed, or that a name they typed stands for. */
export function isCallable(address: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (thisMachine.check(address, family)) return allowsLoopback
  return !notPublic.check(address, family) && (family === 'ipv4' || globalUnicast.check(address, family))
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}
