import { expect, it } from 'vitest'
import { chooseAccount } from './shipment-rules.ts'

const [us, canada, germany] = ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2', 'A1PA6795UKMFR9']
const account = (id: string, marketplaceIds: string[], isActive = true) => ({ id, marketplaceIds, isActive })

it('the account that sells in the country ships', () => {
  const accounts = [account('america', [us, canada]), account('europe', [germany])]
  expect(chooseAccount(accounts, 'DE')).toEqual({ integrationId: 'europe', marketplaceId: germany })
  expect(chooseAccount(accounts, 'CA')).toEqual({ integrationId: 'america', marketplaceId: canada })
})

it('the first account with a marketplace ships when none sells in the country', () => {
  const accounts = [account('empty', []), account('europe', [germany]), account('america', [us])]
  expect(chooseAccount(accounts, 'CA')).toEqual({ integrationId: 'europe', marketplaceId: germany })
  expect(chooseAccount(accounts, 'NZ')).toEqual({ integrationId: 'europe', marketplaceId: germany })
})

it('a refused account does not ship', () => {
  const accounts = [account('refused', [germany], false), account('america', [us])]
  expect(chooseAccount(accounts, 'DE')).toEqual({ integrationId: 'america', marketplaceId: us })
  const none = () => chooseAccount([account('refused', [us], false), account('empty', [])], 'US')
  expect(none).toThrow(expect.objectContaining({ obstacle: 'no_account' }))
  expect(none).toThrow('No Amazon account is connected.')
})
