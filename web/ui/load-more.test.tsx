import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { LoadMore } from './load-more.tsx'

function List() {
  const [shown, setShown] = useState(20)
  return <LoadMore shown={shown} total={1_250} onLoadMore={() => setShown(shown === 20 ? 40 : 1_250)} />
}

it('keeps the focus, also when the button disappears with the last page', async () => {
  render(<List />)
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Load more' })
  await user.click(button)
  expect(screen.getByText('Showing 40 of 1,250')).toBeInTheDocument()
  expect(button).toHaveFocus()
  await user.click(button)
  await waitFor(() => expect(screen.getByText('Showing 1,250 of 1,250')).toHaveFocus())
})

it('does not move the focus when everything is loaded from the start', () => {
  render(<LoadMore shown={3} total={3} onLoadMore={() => undefined} />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(document.body).toHaveFocus()
})
