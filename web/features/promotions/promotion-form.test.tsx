import { type BoundFunctions, fireEvent, type queries, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type PromotionDetail, type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { harborShop, answerPromotions } from '#web/testing/screen-answers.ts'
import { buildPromotion, buildPromotionDetail } from '#web/testing/promotion-builders.ts'
import { renderPiece, openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import './promotion-form.tsx'
import { CreatePromotion, EditAndCopyButtons, PromotionFormProvider } from './promotion-buttons.tsx'
import './promotion-form.tsx'

/** The company’s time zone is Los Angeles. */
const ops = buildCurrentUser()

type Dialog = BoundFunctions<typeof queries>
const box = (dialog: Dialog, name: RegExp | string) => dialog.getByLabelText<HTMLInputElement>(name)

const Buttons = ({ promotion }: { promotion: PromotionRow }) => (
  <PromotionFormProvider>
    <EditAndCopyButtons promotion={promotion} />
  </PromotionFormProvider>
)

type UserActions = Awaited<ReturnType<typeof renderPiece>>

async function press(user: UserActions, name: string, title: string) {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await dialog.findByLabelText('Title')
  const fill = (label: RegExp | string, value: string) => fireEvent.input(box(dialog, label), { target: { value } })
  const choose = async (label: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, dialog, fill, choose }
}

describe('Create Promotion', () => {
  beforeEach(() => answerPromotions({ rows: [buildPromotion({ title: 'Old sale' })] }))

  const inApp = () => openApp('/promotions', ops)
  const alone = () => renderPiece(<CreatePromotion />)

  const open = async (userActions: UserActions | Promise<UserActions> = alone()) => {
    const opened = await press(await userActions, 'Create Promotion', 'Create Promotion')
    const create = () => opened.user.click(opened.dialog.getByRole('button', { name: 'Create Promotion' }))
    return { ...opened, create }
  }

  it('is opened by its URL', async () => {
    await renderPiece(<CreatePromotion />, { path: '/promotions?create=promotion' })
    expect(await screen.findByRole('dialog', { name: 'Create Promotion' })).toBeInTheDocument()
  })

  it('starts with an active, non-stackable 0 percent discount without code or limits', async () => {
    const { dialog, choose } = await open()
    for (const name of ['Title', /^Code/, /^Description/, /^Minimum order/, /^Maximum uses/, /^Starts/, /^Ends/]) {
      expect(box(dialog, name)).toHaveValue('')
    }
    expect(box(dialog, /^Code/)).toHaveAccessibleDescription(/leave empty for automatic promotions/)
    expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveTextContent('Percentage off')
    expect(box(dialog, 'Value').value).toBe('0')
    expect(box(dialog, 'Value')).toHaveAttribute('step', '1')
    expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
    expect(dialog.getByRole('switch', { name: 'Stackable' })).not.toBeChecked()
    await choose('Type', 'Flat amount off')
    expect(box(dialog, 'Value')).toHaveAttribute('step', '0.01')
  })

  it('creates the promotion, shows a toast, closes, resets and refetches the list', async () => {
    const sent = answer(promotionsApi.create, buildPromotion())
    const { user, dialog, fill, choose, create } = await open(inApp())
    fill('Title', ' Fall sale ')
    fill(/^Code/, ' FALL10 ')
    fill(/^Description/, 'Back in autumn.')
    await choose('Type', 'Flat amount off')
    fill('Value', '7.5')
    fill(/^Minimum order/, '50')
    fill(/^Maximum uses/, '100')
    fill(/^Starts/, '2026-03-01T09:00')
    fill(/^Ends/, '2026-03-31T23:59')
    await user.click(await dialog.findByRole('checkbox', { name: 'Harbor Shop' }))
    await user.click(dialog.getByRole('switch', { name: 'Stackable' }))
    answerPromotions({ rows: [buildPromotion()] })
    await create()
    expect(await screen.findByText('Promotion Created')).toBeInTheDocument()
    expect(screen.getByText('Promotion has been created successfully')).toBeInTheDocument()
    expect(await screen.findByRole('region', { name: 'Fall sale' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent).toEqual([
      {
        title: 'Fall sale',
        code: 'FALL10',
        description: 'Back in autumn.',
        type: 'flat',
        value: '7.50',
        minSubtotal: '50.00',
        maxRedemptions: 100,
        channelIds: [harborShop.id],
        isStackable: true,
        isActive: true,
        startsAt: '2026-03-01T17:00:00.000Z',
        endsAt: '2026-04-01T06:59:00.000Z',
      },
    ])
    await user.click(screen.getByRole('button', { name: 'Create Promotion' }))
    expect(await screen.findByLabelText('Title')).toHaveValue('')
  })

  it('sends empty fields as no code, no minimum, no limit and no dates', async () => {
    const sent = answer(promotionsApi.create, buildPromotion())
    const { fill, create } = await open()
    fill('Title', 'Always')
    await create()
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          code: null,
          value: '0.00',
          minSubtotal: null,
          maxRedemptions: null,
          channelIds: [],
          startsAt: null,
          endsAt: null,
        },
      ]),
    )
  })

  it('shows an error at each invalid field, and sends nothing', async () => {
    const sent = answer(promotionsApi.create, buildPromotion())
    const { dialog, fill, create } = await open()
    fill('Value', '101')
    fill(/^Maximum uses/, 'ten')
    fill(/^Starts/, '2026-03-01T09:00')
    fill(/^Ends/, '2026-03-01T08:59')
    const says = (label: RegExp | string, message: string) =>
      waitFor(() => expect(box(dialog, label)).toHaveAccessibleDescription(expect.stringContaining(message)))
    await create()
    await says('Title', 'Title is required')
    expect(box(dialog, 'Title')).toHaveFocus()
    await says(/^Maximum uses/, 'Maximum uses must be a whole number')
    fill('Title', 'Fall sale')
    fill(/^Maximum uses/, '10')
    await create()
    await says('Value', 'A percentage can’t exceed 100')
    await says(/^Ends/, 'The end must be after the start')
    expect(sent).toEqual([])
  })

  it('rejects a half-typed date', async () => {
    const { dialog, fill, create } = await open()
    fill('Title', 'Fall sale')
    const ends = box(dialog, /^Ends/)
    Object.defineProperty(ends, 'validity', { value: { badInput: true } })
    fireEvent.blur(ends)
    await create()
    await waitFor(() =>
      expect(ends).toHaveAccessibleDescription(expect.stringContaining('Enter both a date and a time')),
    )
  })

  it('keeps the input and shows the server’s error at its field', async () => {
    refuse(promotionsApi.create, 409, 'Another promotion has this code.', [
      { field: 'code', message: 'Another promotion has this code' },
    ])
    const { dialog, fill, create } = await open()
    fill('Title', 'Fall sale')
    fill(/^Code/, 'old')
    await create()
    const code = box(dialog, /^Code/)
    await waitFor(() =>
      expect(code).toHaveAccessibleDescription(expect.stringContaining('Another promotion has this code')),
    )
    expect([code.value, box(dialog, 'Title').value]).toEqual(['old', 'Fall sale'])
    expect(await screen.findByText('Failed to create promotion. Another promotion has this code.')).toBeInTheDocument()
  })

  it('asks before it discards input', async () => {
    const { user, dialog } = await open()
    await user.type(box(dialog, 'Title'), 'F')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('Edit', () => {
  const sale = buildPromotionDetail({
    version: 7,
    redemptionCount: 34,
    maxRedemptions: 100,
    value: '12.50',
    startsAt: '2026-03-01T17:00:42.123Z',
  })

  const inApp = () => openApp('/promotions', ops)
  const alone = (promotion: PromotionDetail) => renderPiece(<Buttons promotion={promotion} />)

  const open = async (
    promotion: PromotionDetail = sale,
    render: (promotion: PromotionDetail) => UserActions | Promise<UserActions> = alone,
  ) => {
    answerPromotions({ detail: promotion })
    const opened = await press(await render(promotion), 'Edit Fall sale', 'Edit Promotion')
    const save = () => opened.user.click(opened.dialog.getByRole('button', { name: 'Save Changes' }))
    return { ...opened, save }
  }

  it('saves with the version it was opened with, and keeps untouched dates to the second', async () => {
    const { dialog, fill, save } = await open()
    expect(box(dialog, 'Value').value).toBe('12.5')
    expect(box(dialog, /^Starts/)).toHaveValue('2026-03-01T17:00')
    expect(box(dialog, /^Maximum uses/)).toHaveAccessibleDescription('Leave empty for unlimited; 34 uses so far')
    const sent = answer(promotionsApi.update, sale)
    fill(/^Maximum uses/, '34')
    await save()
    expect(await screen.findByText('Promotion Updated')).toBeInTheDocument()
    expect(sent).toMatchObject([
      { promotionId: sale.id, version: 7, code: 'FALL10', value: '12.50', maxRedemptions: 34, startsAt: sale.startsAt },
    ])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('locks code and type of a used promotion, and its limit can’t fall below its uses', async () => {
    const { dialog, fill, save } = await open({ ...sale, isRedeemed: true })
    const code = box(dialog, /^Code/)
    expect(code).toHaveAccessibleDescription('An order has used this promotion, so its code can’t be changed.')
    expect(code).toHaveValue('FALL10')
    expect(code).toBeDisabled()
    const type = dialog.getByRole('combobox', { name: 'Type' })
    expect(type).toBeDisabled()
    expect(type).toHaveAccessibleDescription('An order has used this promotion, so its type can’t be changed.')
    fill(/^Maximum uses/, '33')
    await save()
    expect(await dialog.findByText('Maximum uses can’t be below 34, the number of uses so far')).toBeInTheDocument()
  })

  it('keeps the input when a colleague saves, and offers to load their version on conflict', async () => {
    const { user, dialog, fill, save } = await open(sale, inApp)
    fill('Title', 'Mine')
    answerPromotions({ detail: { ...sale, title: 'Theirs', version: 8 } })
    FakeEventSource.latest.send('promotions')
    refuse(promotionsApi.update, 409, 'Someone has changed this promotion since you opened it. Reload it.')
    await save()
    expect(await dialog.findByText(/Someone has changed this promotion/)).toBeInTheDocument()
    expect(box(dialog, 'Title')).toHaveValue('Mine')
    await user.click(dialog.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(box(dialog, 'Title')).toHaveValue('Theirs'))
    const sent = answer(promotionsApi.update, sale)
    await save()
    await waitFor(() => expect(sent).toMatchObject([{ version: 8, title: 'Theirs' }]))
  })
})

describe('Copy', () => {
  it('starts a new, inactive promotion with all values but the code', async () => {
    const endsAt = '2026-03-31T06:59:00Z'
    const sale = buildPromotion({
      minSubtotal: '50.00',
      maxRedemptions: 5,
      redemptionCount: 5,
      isRedeemed: true,
      endsAt,
    })
    answerPromotions({ rows: [sale] })
    const userActions = await renderPiece(<Buttons promotion={sale} />)
    const { user, dialog } = await press(userActions, 'Copy Fall sale', 'Create Promotion')
    expect(dialog.getByText(/^A copy of Fall sale, without a code/)).toBeInTheDocument()
    expect(box(dialog, /^Code/)).toHaveValue('')
    expect(box(dialog, /^Ends/)).toHaveValue('2026-03-31T06:59')
    expect(dialog.getByRole('switch', { name: 'Active' })).not.toBeChecked()
    const sent = answer(promotionsApi.create, buildPromotion())
    await user.type(box(dialog, /^Code/), 'AGAIN')
    await user.click(dialog.getByRole('button', { name: 'Create Promotion' }))
    await waitFor(() =>
      expect(sent).toMatchObject([
        { title: 'Fall sale', code: 'AGAIN', minSubtotal: '50.00', maxRedemptions: 5, isActive: false },
      ]),
    )
  })
})
