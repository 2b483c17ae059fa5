import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { wasSignedIn } from '#web/lib/session.tsx'
import { App } from './app.tsx'
import { preloadSignedIn } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

// Who was signed in the last time most likely still is; a visitor's first page stays small.
if (wasSignedIn()) preloadSignedIn(window.location.pathname)

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
