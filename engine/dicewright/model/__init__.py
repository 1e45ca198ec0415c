"""What a system says: frozen values, linked and checked."""
