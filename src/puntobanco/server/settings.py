"""Every bound and figure of the server, each with its unit, in one place. Not the rules of a house: see ``game.house``."""

import msgspec

STARTING_CREDITS_CENTS = 1_000_000
"""What a new player gets: 10,000.00 credits."""

TOP_UP_CENTS = 1_000_000
"""What a player who is broke gets on asking."""


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """Everything has a bound. Tests and hosts may set others; the names say the units."""

    frame_bytes: int = 4_096
    frames_per_second: float = 30.0
    frames_burst: int = 120
    faults_per_socket: int = 20
    outbox_frames: int = 512
    outbox_bytes: int = 8_388_608
    close_s: float = 5.0
    watched_tables_per_socket: int = 16
    sockets_per_player: int = 12
    sockets: int = 20_000
    inbox_commands: int = 20_000
    batch_commands: int = 4_096
    kept_frames_per_table: int = 512
    lobby_every_ms: int = 250
    guests_per_minute_per_address: int = 120
    top_ups_per_minute_per_address: int = 30
    shoes_per_minute_per_address: int = 120
    session_age_s: int = 30 * 24 * 3600
    request_body_bytes: int = 4_096
    record_page_rounds: int = 100
    retry_after_ms: int = 1_000
    squeezer_away_ms: int = 5_000
    tables: int = 1_000
    chat_lines_shown: int = 100
    chat_per_second: float = 0.5
    chat_burst: int = 5
    chat_per_second_per_table: float = 4.0
    chat_burst_per_table: int = 20
    chat_reports_per_second: float = 0.1
    chat_reports_burst: int = 5
    chat_lines_around_report: int = 10
    announcements_per_second: float = 1 / 6
    announcements_burst: int = 10
    chat_inbox: int = 1_000
    chat_rates_kept: int = 10_000
    staff_session_s: int = 12 * 3600
    staff_sessions_each: int = 20
    staff_link_s: int = 7 * 24 * 3600
    staff_links_per_minute_per_address: int = 20
    sign_ins_per_minute_per_address: int = 60
    staff_acts_page: int = 100
    staff_chat_lines: int = 200
    staff_reports_page: int = 50
    staff_players_found: int = 30
    staff_players_at_table: int = 200
    password_letters_least: int = 10
    password_letters_most: int = 256
    passwords_at_once: int = 2
    passwords_waiting: int = 32
    tries_per_second: float = 1 / 60
    tries_burst: int = 5
    tries_per_second_per_address: float = 0.1
    tries_burst_per_address: int = 30
    tries_kept: int = 10_000
