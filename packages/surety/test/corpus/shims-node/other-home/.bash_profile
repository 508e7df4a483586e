echo x > /tmp/corpus-from-a-profile-of-its-own
