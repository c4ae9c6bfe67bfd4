"""Runs the migrations on the connection that ``upgrade`` holds, inside its transaction. Run by Alembic only."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True, render_as_batch=True)
context.run_migrations()
