"""Those who work in the house: their accounts and sessions, and what each of them may do over HTTP."""
